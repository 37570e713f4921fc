"""What the ai service counts."""

from libs.runtime.metrics import counter, gauge, histogram

DECISIONS = counter("bot_decisions", "questions by what became of them", ["game", "kind", "outcome"])
FALLBACKS = counter("bot_fallbacks", "times that another option had to be taken", ["game", "kind", "reason"])
SECONDS = histogram("bot_decision_seconds", "how long a bot thought about an answer", ["game", "kind"])
MALFORMED = counter("bot_questions_malformed", "questions that could not be read")
FAILED = counter("bot_questions_failed", "questions that a bug of this service left unanswered")
REPLACED = counter("bot_processes_replaced", "thinking processes that were killed or died", ["reason"])
WAITED = histogram("bot_question_wait_seconds", "from asking a bot to a worker's taking up the question")
QUEUE = gauge("bot_queue", "questions in the queue, those that are worked on among them")
QUEUE_OLDEST = gauge("bot_queue_oldest_seconds", "how old the oldest question in the queue is; 0: none")
OPEN = gauge("bot_questions_open", "questions that this process works on, most of them in their pause")
PROCESSES = gauge("bot_processes", "thinking processes that live")
IDLE = gauge("bot_processes_idle", "thinking processes without a question")
