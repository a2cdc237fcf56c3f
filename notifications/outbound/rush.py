"""Many unread mails at once: whoever wrote is answered first.

To word the news for everybody else at the table takes as long as the answer, or twice that. While
many wait for an answer the news is held, and worded when the heap is gone.
"""

from notifications.models import Inbound
from pbem.storage.prepared import Prepared

MANY = 20

_UNREAD = Prepared(
    lambda state: Inbound.objects.filter(state=state).values_list("pk", flat=True)[: MANY + 1]
)
_NEW = str(Inbound.State.NEW)


def is_on() -> bool:
    return len(_UNREAD(_NEW)) > MANY
