"""The experiments of the paper's sections 7.1 and 7.2 on labelled cases, as tables and plots."""
