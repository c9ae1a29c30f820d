"""Finds what can be changed in the functions and tables of C sources, one token or statement at a time.

A careful tokenizer, no parser: what it takes for an operator and is none does not compile, and does not count. Not changed
are comments, strings, preprocessor lines, declarations, asserts and hints to the cache.
"""
import hashlib
import os
import re

TOKEN = re.compile(r"""
    (?P<skip>\s+|//[^\n]*|/\*.*?\*/|^[ \t]*\#(?:\\\n|[^\n])*)
  | (?P<string>"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')
  | (?P<number>(?:0[xX][0-9a-fA-F.]+(?:[pP][-+]?\d+)?|(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)[uUlLfF]*)
  | (?P<name>[A-Za-z_]\w*)
  | (?P<operator><<=|>>=|\.\.\.|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|[^\s])
""", re.X | re.S | re.M)

KEYWORDS = {"return", "case", "else", "do", "goto", "sizeof", "if", "for", "while", "switch", "break", "continue"}
TYPE_WORDS = {"const", "static", "extern", "inline", "struct", "enum", "union", "unsigned", "signed", "void", "char",
              "short", "int", "long", "float", "double", "bool", "va_list", "volatile", "restrict"}
NOT_CHANGED = re.compile(r"(.*_)?(assert|ASSERT|PREFETCH|FETCH_AHEAD)\w*$|_Static_assert$")
SWAPS = {"<": ["<=", ">="], "<=": ["<", ">"], ">": [">=", "<="], ">=": [">", "<"], "==": ["!="], "!=": ["=="],
         "+": ["-"], "-": ["+"], "*": ["/"], "/": ["*"], "%": ["/"], "&&": ["||"], "||": ["&&"],
         "&": ["|"], "|": ["&"], "^": ["&"], "<<": [">>"], ">>": ["<<"], "+=": ["-="], "-=": ["+="], "*=": ["/="],
         "/=": ["*="], "&=": ["|="], "|=": ["&="], "++": ["--"], "--": ["++"], "<<=": [">>="], ">>=": ["<<="]}
UNARY = {"-", "+", "*", "&"}
NAME_SWAPS = [("min", "max"), ("lesser", "greater"), ("floor", "ceil"), ("down", "up"), ("sin", "cos"),
              ("lo", "hi"), ("first", "last")]


class Token:
    __slots__ = ("kind", "text", "start", "end")

    def __init__(self, kind, text, start, end):
        self.kind, self.text, self.start, self.end = kind, text, start, end


def tokenize(text):
    tokens = []
    for match in TOKEN.finditer(text):
        if match.lastgroup != "skip":
            tokens.append(Token(match.lastgroup, match.group(), match.start(), match.end()))
    return tokens


def closing(tokens, i):
    """Index of the bracket that closes the one at i."""
    depth = 0
    for k in range(i, len(tokens)):
        if tokens[k].text in "([{":
            depth += 1
        elif tokens[k].text in ")]}":
            depth -= 1
            if depth == 0:
                return k
    return len(tokens) - 1


class Words:
    """Names that have a meaning for the tokenizer: types, and everything that is called."""

    def __init__(self, texts):
        self.types, self.names = set(TYPE_WORDS), set()
        for text in texts:
            tokens = tokenize(text)
            self.names.update(t.text for t in tokens if t.kind == "name")
            for i, token in enumerate(tokens):
                if token.text == "typedef":
                    k = i + 1
                    while tokens[k].text != ";":
                        k = closing(tokens, k) + 1 if tokens[k].text in "([{" else k + 1
                    self.types.add(tokens[k - 1].text)
        self.names |= {"fmin", "fmax", "fminf", "fmaxf", "floor", "ceil", "sin", "cos"}

    def is_type(self, token):
        return token.kind == "name" and (token.text in self.types or token.text.endswith("_t"))

    def swapped(self, name):
        parts = name.split("_")
        for i, part in enumerate(parts):
            for pair in NAME_SWAPS:
                for a, b in (pair, pair[::-1]):
                    if part in (a, "f" + a, a + "f", a + "3", "f" + a + "f"):
                        other = "_".join(parts[:i] + [part.replace(a, b)] + parts[i + 1:])
                        if other in self.names:
                            return other
        return None


class Mutant:
    """One replacement of text[start:end]. Its key survives edits elsewhere: file, function, line before, line after."""

    def __init__(self, name, text, function, body, start, end, replacement):
        self.name, self.start, self.end, self.function = name, start, end, function
        self.body = body  # a hash of the function's text
        self.replacement = replacement
        self.line = text.count("\n", 0, start) + 1
        first = text.rfind("\n", 0, start) + 1
        last = text.find("\n", end)
        self.before = " ".join(text[first:last].split())
        self.after = " ".join((text[first:start] + replacement + text[end:last]).split())
        self.key = (name, function, self.before, self.after)

    def hash(self, seed):
        return hashlib.sha256(repr((seed, os.path.basename(self.name)) + self.key[1:]).encode()).hexdigest()

    def apply(self, text):
        # Keeps the lines' numbers, which asserts compile in.
        return text[:self.start] + self.replacement + "\n" * text.count("\n", self.start, self.end) + text[self.end:]


class Finder:
    """Finds the mutants of one file."""

    def __init__(self, name, text, words):
        self.name, self.text, self.words = name, text, words
        self.tokens = tokenize(text)
        self.mutants = []
        self.function = self.body = ""

    def add(self, first, last, replacement):
        a, b = self.tokens[first].start, self.tokens[last].end
        self.mutants.append(Mutant(self.name, self.text, self.function, self.body, a, b, replacement))

    def source(self, first, last):
        return self.text[self.tokens[first].start:self.tokens[last].end]

    def find(self):
        tokens, i = self.tokens, 0
        start = 0  # of the declaration
        while i < len(tokens):
            if tokens[i].text == "{":
                end = closing(tokens, i)
                before = tokens[i - 1].text
                self.body = hashlib.sha256(self.source(i, end).encode()).hexdigest()[:16]
                if before == ")":
                    self.function = self.name_of(start, i)
                    self.find_in(i + 1, end)
                    start = end + 1
                elif before == "=":
                    self.function = next((t.text for t in tokens[start:i] if tokens[start].text != "enum" and
                                          t.kind == "name" and not self.words.is_type(t)), "")
                    self.find_in(i + 1, end, table=True)
                i = end
            elif tokens[i].text == ";":
                start = i + 1
            elif i == start and tokens[i].text.isupper() and tokens[i + 1].text == "(":  # a macro that defines a function
                end = closing(tokens, i + 1)
                self.body = hashlib.sha256(self.source(i, end).encode()).hexdigest()[:16]
                self.function = self.name_of(i + 2, end)
                self.find_in(i + 2, end, table=True)
                i = end
                start = end + 1
            i += 1
        return self.mutants

    def name_of(self, start, brace):
        """The function whose body begins at brace: the name before the first bracket."""
        for k in range(start, brace):
            if self.tokens[k + 1].text == "(" and not self.tokens[k].text.startswith("__"):
                return self.tokens[k].text
        return ""

    def find_in(self, first, last, table=False):
        tokens = self.tokens
        i, statement, depth = first, first, 0
        while i < last:
            token, before = tokens[i], tokens[i - 1]
            depth += (before.text == "(") - (before.text == ")")
            if token.kind == "name" and NOT_CHANGED.match(token.text) and tokens[i + 1].text == "(":
                i = statement = closing(tokens, i + 1) + 1  # at the semicolon
                depth += 1                                  # which the bracket before it takes back
                continue
            if depth == 0 and (before.text in ("{", "}", ";", "else", ":") or
                               before.text == ")" and self.ends_control(i - 1)):
                statement = i
                if not table and token.text not in ("{", "}"):
                    self.statement(i, last)
            self.token(i, statement)
            i += 1

    def ends_control(self, i):
        """Whether the bracket at i closes the head of an if, for, while or switch."""
        depth = 0
        for k in range(i, -1, -1):
            depth += (self.tokens[k].text == ")") - (self.tokens[k].text == "(")
            if depth == 0:
                return self.tokens[k - 1].text in ("if", "for", "while", "switch")
        return False

    def is_cast(self, i):
        """Whether the bracket at i closes a cast."""
        k = i - 1
        while self.tokens[k].text == "*" or self.tokens[k].text == "const":
            k -= 1
        return self.words.is_type(self.tokens[k]) and (
            self.tokens[k - 1].text == "(" or self.words.is_type(self.tokens[k - 1]))

    def statement(self, i, last):
        tokens = self.tokens
        token = tokens[i]
        if token.text in ("if", "while"):
            end = closing(tokens, i + 1)
            self.add(i + 1, end, "(!" + self.source(i + 1, end) + ")")
            return
        end = i
        while end < last and tokens[end].text != ";":
            if tokens[end].text == "{" and tokens[end - 1].text != ")" and tokens[end - 1].text != "=":
                return
            end = closing(tokens, end) if tokens[end].text in "([{" else end
            end += 1
        if end >= last:
            return
        texts = [t.text for t in tokens[i:end]]
        if token.text == "return":
            if end > i + 2 or (end == i + 2 and tokens[i + 1].text not in ("0", "true", "false")):
                self.add(i, end, "return 0;")
        elif token.text == "break":
            self.add(i, end, ";")
        elif token.text == "continue":
            self.add(i, end, "break;")
        elif token.text in KEYWORDS or self.words.is_type(token) or texts[:3] == ["(", "void", ")"]:
            return
        elif any(t in ("=", "(", "++", "--") or t in SWAPS and t.endswith("=") and t not in ("<=", ">=", "==", "!=")
                 for t in texts):
            self.add(i, end, ";")

    def token(self, i, statement):
        tokens = self.tokens
        token, before, after = tokens[i], tokens[i - 1], tokens[i + 1]
        if token.kind == "number":
            self.number(i, statement)
        elif token.text in ("true", "false"):
            self.add(i, i, "false" if token.text == "true" else "true")
        elif token.kind == "name":
            if before.text in (".", "->") and token.text in ("x", "y", "z"):
                self.add(i, i, {"x": "y", "y": "z", "z": "x"}[token.text])
            other = self.words.swapped(token.text)
            if other is not None and (after.text == "(" or before.text in (".", "->")):
                self.add(i, i, other)
        elif token.text == "?":
            self.ternary(i)
        elif token.text == "!":
            self.add(i, i, "")
        elif token.text == "~":
            self.add(i, i, "")
        elif token.text in SWAPS:
            operand = (before.kind == "number" or before.text in (")", "]") and not (
                before.text == ")" and self.is_cast(i - 1)) or
                before.kind == "name" and before.text not in KEYWORDS and not self.words.is_type(before))
            if token.text in UNARY and not operand:
                if token.text == "-":
                    self.add(i, i, "")
            elif not (token.text == "*" and tokens[i + 1].text in (")", ",", "*")):
                for other in SWAPS[token.text]:
                    self.add(i, i, other)

    def number(self, i, statement):
        tokens = self.tokens
        text = tokens[i].text
        if self.words.is_type(tokens[statement]):  # the size of an array
            k = i
            while k > statement and tokens[k].text not in ("[", "=", ";"):
                k -= 1
            if tokens[k].text == "[" and not any(t.text == "=" for t in tokens[statement:k]):
                return
        plain = text.rstrip("uUlL") if text[:2].lower() == "0x" else text.rstrip("uUlLfF")
        suffix = text[len(plain):]
        if plain == "0":
            self.add(i, i, "1" + suffix)
        elif plain == "1":
            self.add(i, i, "0" + suffix)
            self.add(i, i, "2" + suffix)
        else:
            self.add(i, i, "(" + text + " + 1)")
            self.add(i, i, "(" + text + " - 1)")

    def ternary(self, i):
        """Negates the condition before the question mark at i."""
        depth, k = 0, i - 1
        while k > 0:
            text = self.tokens[k].text
            if text in (")", "]", "}"):
                depth += 1
            elif text in ("(", "[", "{"):
                if depth == 0:
                    break
                depth -= 1
            elif depth == 0 and (text in (",", ";", "?", ":", "return", "=") or
                                 text in SWAPS and text.endswith("=") and text not in ("<=", ">=", "==", "!=")):
                break
            k -= 1
        self.add(k + 1, i - 1, "!(" + self.source(k + 1, i - 1) + ")")


def find_mutants(folder, names, headers):
    """All mutants of the named files below `folder`. `headers` is a folder with what else they include."""
    texts = {}
    for name in names:
        with open(os.path.join(folder, name), encoding="utf-8") as file:
            texts[name] = file.read()
    included = []
    for name in os.listdir(headers):
        with open(os.path.join(headers, name), encoding="utf-8") as file:
            included.append(file.read())
    words = Words(list(texts.values()) + included)
    found = {}
    for name in names:
        for mutant in Finder(name, texts[name], words).find():
            if mutant.before != mutant.after:
                found.setdefault(mutant.key, mutant)  # of lines that say the same in one function, the first
    return list(found.values())
