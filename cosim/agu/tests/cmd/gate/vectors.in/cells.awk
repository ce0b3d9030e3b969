# Prints the cells of each row that are not empty, with the names of their columns, of `only` if it is set.
NR == 1 { split($0, names); next }
{
    line = $1
    for (place = 2; place <= NF; place++)
        if ($place != "" && (only == "" || index(" " only " ", " " names[place] " ")))
            line = line " " names[place] "=" $place
    print line
}
