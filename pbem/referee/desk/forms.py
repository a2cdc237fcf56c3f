"""The forms of the desk: read here, judged by `disputes` and `corrections`."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.contrib.auth.models import User
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from pbem.models import Correction, Dispute
from pbem.referee import disputes
from pbem.referee.corrections import Proposal


class Stamped(forms.Form):
    """Carries the version of its page, and a number that makes the form count once."""

    version = forms.IntegerField(widget=forms.HiddenInput)
    nonce = forms.CharField(max_length=40, widget=forms.HiddenInput)


def _offer(form: forms.Form, name: str, choices: Sequence[tuple[str | int, str]]) -> None:
    """Fill the list of a field with what there is to choose from just now."""
    field = form.fields[name]
    assert isinstance(field, forms.ChoiceField)
    field.choices = list(choices)


class AssignForm(Stamped):
    to = forms.ModelChoiceField(
        User.objects.none(), required=False, empty_label=_("nobody"), label=_("Looked after by")
    )

    def __init__(self, *args: Any, dispute: Dispute, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        users = User.objects.filter(is_active=True).order_by("username")
        may = [user.pk for user in users if disputes.may_referee(dispute.game, user)]
        chosen = self.fields["to"]
        assert isinstance(chosen, forms.ModelChoiceField)
        chosen.queryset = users.filter(pk__in=may)


class NoteForm(Stamped):
    text = forms.CharField(
        max_length=disputes.LONGEST, widget=forms.Textarea({"rows": 4}), label=_("Text")
    )
    to = forms.TypedMultipleChoiceField(
        coerce=int,
        required=False,
        widget=forms.CheckboxSelectMultiple,
        label=_("By mail to"),
        help_text=_("Nobody ticked: a note among referees."),
    )

    def __init__(self, *args: Any, seats: list[tuple[int, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _offer(self, "to", seats)


class AddressForm(Stamped):
    """Whose reply address has got into other hands."""

    seat = forms.TypedChoiceField(coerce=int, label=_("Seat"))

    def __init__(self, *args: Any, seats: list[tuple[int, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _offer(self, "seat", seats)


class DecisionForm(Stamped):
    reason = forms.CharField(
        max_length=disputes.LONGEST,
        widget=forms.Textarea({"rows": 4}),
        label=_("Reason"),
        help_text=_("Everybody at the table reads it: nothing hidden in it."),
    )


class TrialForm(forms.Form):
    """What a referee wants to try; trying changes nothing."""

    kind = forms.ChoiceField(
        choices=Correction.Kind, widget=forms.RadioSelect, label=_("Try what?"), initial="answer"
    )
    address = forms.ChoiceField(required=False, widget=forms.RadioSelect, label=_("Whose answer?"))
    order = forms.CharField(
        required=False,
        max_length=2000,
        widget=forms.Textarea({"rows": 3, "spellcheck": "false", "autocapitalize": "off"}),
        label=_("The answer instead, or the deal or play, as an order"),
        help_text=_(
            "An answer: an order line, or the number of a listed option. A deal or play: the line "
            "its player would have written, or ACCEPT and the number of an offer."
        ),
    )
    seat = forms.TypedChoiceField(
        required=False,
        coerce=int,
        empty_value=None,
        label=_("Whose deal or play?"),
        help_text=_("Only for one that is put in. The rules ask every party of a deal."),
    )
    changes = forms.CharField(
        required=False,
        max_length=2000,
        widget=forms.Textarea({"rows": 3, "spellcheck": "false", "autocapitalize": "off"}),
        label=_("Changes by hand (last resort)"),
        help_text=_("One on a line, such as: table.sides.0.gold = 5"),
    )
    until = forms.IntegerField(
        required=False,
        min_value=1,
        label=_("Give later answers again up to ruling"),
        help_text=_("Empty: as far as they hold."),
    )

    def __init__(
        self,
        *args: Any,
        questions: list[tuple[str, str]],
        seats: list[tuple[int, str]],
        is_play: bool = False,
        **kwargs: Any,
    ) -> None:
        """`is_play`: the ruling is a deal or play outside the questions: it can be struck out."""
        super().__init__(*args, **kwargs)
        kinds = [k for k in Correction.Kind if is_play or k != Correction.Kind.STRIKE]
        _offer(self, "kind", [(k.value, gettext(k.label)) for k in kinds])
        if is_play:
            self.fields["kind"].initial = Correction.Kind.STRIKE
        _offer(self, "seat", [("", "–"), *seats])
        _offer(self, "address", questions)
        if len(questions) == 1:
            self.fields["address"].initial = questions[0][0]

    def proposal(self, seq: int) -> Proposal:
        return _proposal(self.cleaned_data, seq)


class ApplyForm(DecisionForm):
    """A trial that is to become the game: the same fields, and the newest ruling it was tried
    on."""

    seq = forms.IntegerField(widget=forms.HiddenInput)
    head = forms.IntegerField(widget=forms.HiddenInput)
    kind = forms.ChoiceField(choices=Correction.Kind, widget=forms.HiddenInput)
    address = forms.CharField(required=False, widget=forms.HiddenInput)
    order = forms.CharField(required=False, widget=forms.HiddenInput)
    changes = forms.CharField(required=False, widget=forms.HiddenInput)
    until = forms.IntegerField(required=False, widget=forms.HiddenInput)
    seat = forms.IntegerField(required=False, widget=forms.HiddenInput)

    def proposal(self) -> Proposal:
        return _proposal(self.cleaned_data, self.cleaned_data["seq"])


def _proposal(said: dict[str, Any], seq: int) -> Proposal:
    return Proposal(
        said["kind"],
        seq,
        said["address"],
        said["order"],
        said["changes"],
        said["until"],
        said["seat"],
    )
