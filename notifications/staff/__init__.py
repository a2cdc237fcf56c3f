"""What mail gives the referee and the operator: evidence, checks, the local mailbox."""
