# What answers as the program bitwuzla does.
import bitwuzla, sys
if sys.argv[1:] == ['--version']:
    sys.exit()
assert sys.argv[1:] == ['--lang', 'smt2', '--time-limit-per', '0']
options = bitwuzla.Options()
options.set(bitwuzla.Option.PRODUCE_MODELS, True)
parser = bitwuzla.Parser(bitwuzla.TermManager(), options)
for line in sys.stdin:
    parser.parse(line, False, False)
    sys.stdout.flush()
