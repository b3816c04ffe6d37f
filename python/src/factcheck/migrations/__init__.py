"""Operations for alembic: a site's set-up as code, each operation with its reverse.

``pip install 'factcheck[migrations]'`` brings alembic.  An environment calls ``plugin.register()``; revisions then say
``op.add_table(...)``.
"""
