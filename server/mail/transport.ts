import type { Message } from './compose.ts';

/** What a transport is given with a message. */
export type Delivery = {
  /**
   * To be awaited once all of the text is with the receiver, before the sign that completes it. When it
   * throws, the text must not be completed.
   */
  handOver(): Promise<void>;
  /** aborted when this process stops */
  signal: AbortSignal;
};

/** Resolves when the message was accepted; throws a DeliveryFailure when not, or when nobody knows. */
export type Transport = (message: Message, delivery: Delivery) => Promise<void>;

/** `refused`: for good. `retry`: certainly not accepted this time. `unknown`: completed, but no answer came. */
export class DeliveryFailure extends Error {
  readonly outcome: 'refused' | 'retry' | 'unknown';

  constructor(outcome: DeliveryFailure['outcome'], cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.outcome = outcome;
  }
}

/** Another instance has the mail now: this one leaves it as it is. */
export class LeaseLost extends Error {}

/** Our own database did not answer: the mail server has nothing to do with it. */
export class DatabaseAway extends Error {}
