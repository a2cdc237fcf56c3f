#!/usr/bin/env python3
"""Django's command line for Parsec Post."""

import os
import sys


def main() -> None:
    """Run one command; a setting that is wrong is one line of help, not a traceback."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pbem.settings")
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line

    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as problem:
        if sys.argv[1:2] == ["doctor"]:
            from pbem.operations.doctor import bad_settings, render

            print(render([bad_settings(problem)], as_json="--json" in sys.argv))
            sys.exit(1)
        sys.exit(f"Settings: {problem}")


if __name__ == "__main__":
    main()
