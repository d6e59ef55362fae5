import type { Offer } from '#domain/offers/offer.ts';
import { LeadCapture } from './lead/LeadCapture.tsx';
import { Offers } from './Offers.tsx';

/** The offers, then what goes with them on the way to a bureau. */
export function OfferList({ offers, now }: { offers: readonly [Offer, ...Offer[]]; now: Date }) {
  return (
    <>
      <Offers offers={offers} now={now} />
      <LeadCapture offers={offers} />
    </>
  );
}
