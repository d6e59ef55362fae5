import type { Message } from './compose.ts';

export type Delivery = {
  /**
   * Awaited once the receiver has the whole text, before the sign that completes it. An error forbids to complete it.
   */
  handOver(): Promise<void>;
  signal: AbortSignal;
};

/** Resolves when the message was accepted. Throws a DeliveryFailure otherwise, or when the outcome is unknown. */
export type Transport = (message: Message, delivery: Delivery) => Promise<void>;

/** `refused` is final, `retry` was certainly not accepted this time, `unknown` was completed without an answer. */
export class DeliveryFailure extends Error {
  readonly outcome: 'refused' | 'retry' | 'unknown';

  constructor(outcome: DeliveryFailure['outcome'], cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.outcome = outcome;
  }
}

export class LeaseLost extends Error {}

export class DatabaseAway extends Error {}
