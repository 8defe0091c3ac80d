"""Start the second computation as a script: `python3 vectors/tools/accept_handoff.py COMMAND`.

The package beside this file has the same name and takes precedence on import.
"""

import sys

sys.dont_write_bytecode = True

from accept_handoff.__main__ import main  # noqa: E402

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
