"""Natural-language parsing behind one Protocol."""
