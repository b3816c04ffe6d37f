"""The command line: ``factcheck load``, ``check``, ``chart``, ``serve``, ``worker`` and more, and what measures."""

from __future__ import annotations

import click

from factcheck import __version__
from factcheck.commands.chart import chart
from factcheck.commands.check import check
from factcheck.commands.dictionary import dictionary
from factcheck.commands.evaluate import evaluate
from factcheck.commands.evaluate_categories import evaluate_categories
from factcheck.commands.evaluate_fragments import evaluate_fragments
from factcheck.commands.evaluate_questions import evaluate_questions, fit_questions
from factcheck.commands.evidence import evaluate_cross_encoder, evaluate_evidence, fit_evidence
from factcheck.commands.experiments import experiments
from factcheck.commands.export_corrections import export_corrections
from factcheck.commands.fit import fit
from factcheck.commands.fit_reranking import fit_reranking
from factcheck.commands.fit_verdicts import fit_verdicts
from factcheck.commands.load import load
from factcheck.commands.serve import serve
from factcheck.commands.worker import worker

__all__ = ["main"]


@click.group()
@click.version_option(__version__, prog_name="factcheck")
def main() -> None:
    """Check what is written about a PostgreSQL database's own data."""


main.add_command(load)
main.add_command(dictionary)
main.add_command(check)
main.add_command(chart)
main.add_command(evaluate)
main.add_command(evaluate_categories)
main.add_command(evaluate_fragments)
main.add_command(evaluate_questions)
main.add_command(fit_questions)
main.add_command(evaluate_cross_encoder)
main.add_command(evaluate_evidence)
main.add_command(experiments)
main.add_command(export_corrections)
main.add_command(fit)
main.add_command(fit_evidence)
main.add_command(fit_reranking)
main.add_command(fit_verdicts)
main.add_command(serve)
main.add_command(worker)
