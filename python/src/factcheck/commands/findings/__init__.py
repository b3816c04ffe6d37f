"""Claims of files as linters tell of them: places, severities, replacements, and the forms of output."""
