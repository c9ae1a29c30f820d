# Turns the headers' plain comments into Doxygen's, so that the headers stay easy to read.
#
#   // above a declaration      ->  ///        (the block at the top of a file: its description)
#   code; // behind a member    ->  ///<       with the lines that go on below it in the same column
#   // --- a rule ---           ->  left alone
FNR == 1 && /^\/\/ / {
    sub(/^\/\/ [^:]*: /, "/** \\file\n\\brief ")
    in_head = 1
    print
    next
}
in_head && /^\/\// {
    # After the first sentence comes a table of facts: kept as it is laid out.
    sub(/^\/\/ ?/, "")
    if (!in_table && /^[A-Z][a-z ]*: /) {
        in_table = 1
        print "\\verbatim"
    }
    print
    next
}
in_head {
    if (in_table) {
        print "\\endverbatim"
    }
    print "*/"
    in_head = in_table = 0
}
/^[ \t]*\/\/ ---/ {
    behind = 0
    print
    next
}
/^[ \t]*\/\/( |$)/ {
    if (behind && index($0, "//") == behind) {
        sub(/\/\//, "///<")
    } else {
        behind = 0
        sub(/\/\//, "///")
    }
    print
    next
}
/[;,{}0-9A-Za-z_)][ \t]*\/\/ / && !/"[^"]*\/\/[^"]*"/ {
    behind = index($0, "//")
    if ($0 ~ /{[ \t]*\/\/ /) {
        behind = 0
    } else {
        sub(/\/\/ /, "///< ")
    }
    print
    next
}
{
    behind = 0
    print
}
