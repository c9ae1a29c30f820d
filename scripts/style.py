#!/usr/bin/env python3
"""Checks habits that clang-format 14 has no option for. The bodies of macros are not read.

    scripts/style.py [--fix] FILE...     --fix: mends the files; format them afterwards

Braces around the bodies of if, else, for and while.
A body that is one statement on one line has no braces; one that holds another if or loop, or more than one statement, has
them. The branches of one if have all braces or none. A statement of several lines, or with a comment before it, may have
them.

Loops count with i++, not ++i.
"""
import re
import sys

CONTROL = ("if", "for", "while", "do", "switch", "else")


def blank(text):
    """The text with blanks for comments, preprocessor lines and what strings hold; the length stays."""
    def spaces(match):
        whole = match.group()
        if whole[0] in "\"'":
            return whole[0] + " " * (len(whole) - 2) + whole[0]
        return re.sub(r"[^\n]", " ", whole)
    return re.sub(r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'|^[ \t]*#(?:\\\n|[^\n])*", spaces, text,
                  flags=re.S | re.M)


class Source:
    def __init__(self, text):
        self.text = text
        self.tokens = [(m.group(), m.start(), m.end()) for m in re.finditer(r"\w+|[^\s\w]", blank(text))]

    def word(self, k):
        return self.tokens[k][0] if k < len(self.tokens) else ""

    def line(self, k):
        return self.text.count("\n", 0, self.tokens[k][1]) + 1

    def close(self, k):
        """The bracket that closes the one at k."""
        depth = 0
        while True:
            depth += (self.word(k) in "({[") - (self.word(k) in ")}]")
            if depth == 0:
                return k
            k += 1

    def end(self, k):
        """The last token of the statement that begins at k."""
        word = self.word(k)
        if word == "{":
            return self.close(k)
        if word == "do":
            return self.close(self.end(k + 1) + 2) + 1
        if word in CONTROL and self.word(k + 1) == "(":
            last = self.end(self.close(k + 1) + 1)
            return self.end(last + 2) if word == "if" and self.word(last + 1) == "else" else last
        while self.word(k) != ";":
            k = self.close(k) + 1 if self.word(k) in "({[" else k + 1
        return k

    def bodies(self, k):
        """The first and last tokens of the bodies of an if with its elses, or of a loop, that begins at k."""
        found = []
        while True:
            first = k + 1 if self.word(k) == "else" else self.close(k + 1) + 1
            last = self.end(first)
            found.append((first, last))
            if self.word(last + 1) != "else" or self.word(k) not in ("if", "else"):
                return found
            k = last + 2 if self.word(last + 2) == "if" else last + 1

    def statements(self):
        for k, (word, _, _) in enumerate(self.tokens):
            if word not in ("if", "for", "while") or self.word(k + 1) != "(" or self.word(k - 1) == "else":
                continue
            if word == "while" and self.word(k - 1) == "}" and self.word(self.close(k + 1) + 1) == ";":
                continue  # of a do
            yield k, self.bodies(k)

    def may_be_bare(self, first, last):
        """Of a body in braces: whether it is one plain statement. None: of several lines, or with a comment."""
        if last == first + 1 or self.word(first + 1) in CONTROL + ("case", "default", "{"):
            return False
        if self.end(first + 1) != last - 1:
            return False
        inside = re.sub(r"^ *//.*", "", self.text[self.tokens[first][2]:self.tokens[last][1]])
        after = self.text[self.tokens[last][2]:].split("\n", 1)[0].strip()
        return None if "\n" in inside.strip() or (after and not after.startswith("else")) else True


def wrong(source):
    """The first statement that is wrong from the end of the file, as its token, bodies and whether they need braces."""
    for k, bodies in reversed(list(source.statements())):
        braced = [source.word(first) == "{" for first, _ in bodies]
        bare = [source.may_be_bare(*body) if has else source.word(body[0]) not in CONTROL
                for body, has in zip(bodies, braced)]
        if any(braced) and all(bare):
            yield k, bodies, False
        elif not all(braced) and (any(braced) or not all(bare)):
            yield k, bodies, True


def mend(source, bodies, needs):
    text = source.text
    for first, last in reversed(bodies):
        start, end = source.tokens[first][1], source.tokens[last][2]
        if needs and source.word(first) != "{":
            line = text.index("\n", end)
            end = line if not text[end:line].strip().startswith("else") else end
            text = text[:source.tokens[first - 1][2]] + " {" + text[source.tokens[first - 1][2]:end] + "\n}" + text[end:]
        elif not needs and source.word(first) == "{":
            inside = text[start + 1:end - 1].rstrip()
            text = text[:start].rstrip() + inside + ("\n" if text[end:].startswith(" else") else "") + text[end:]
    return text


COUNTS_BEFORE = re.compile(r"(\bfor \([^\n]*; )(\+\+|--)(\w+)\)")


def main():
    arguments = sys.argv[1:]
    fix = arguments[:1] == ["--fix"]
    bad = 0
    for path in arguments[fix:]:
        with open(path) as file:
            source = Source(file.read())
        found = list(wrong(source))
        for k, _, needs in reversed(found):
            print(f"{path}:{source.line(k)}: {'braces are missing' if needs else 'braces around one statement'}")
        loops = list(COUNTS_BEFORE.finditer(source.text))
        for loop in loops:
            print(f"{path}:{source.text.count(chr(10), 0, loop.start()) + 1}: loops count with {loop[3]}{loop[2]}")
        bad += bool(found or loops)
        if fix and (found or loops):
            source = Source(COUNTS_BEFORE.sub(r"\1\3\2)", source.text))
            found = list(wrong(source))
            while found:
                source = Source(mend(source, *found[0][1:]))
                found = list(wrong(source))
            with open(path, "w") as file:
                file.write(source.text)
    sys.exit(bad > 0 and not fix)


main()
