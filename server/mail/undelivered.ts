/** Why a message is not tried again by itself. `unknown`: perhaps it was sent, and nobody knows. */
export class Undelivered extends Error {
  readonly outcome: 'refused' | 'unknown';

  constructor(outcome: Undelivered['outcome'], message: string) {
    super(message);
    this.outcome = outcome;
  }
}
