import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { centsOf } from '#domain/money/cents.ts';
import { MAX_AMOUNT, type OffersRequest } from '#domain/offers/offer.ts';
import { type Comparison, startComparison } from '#domain/offers/quote.ts';
import { Refusal } from '../../plugins/errors.ts';
import { bookOf, type FollowedBook } from '../../rate-book/follow.ts';
import type { BookCurrency, RateBook } from '../../rate-book/rate-book.ts';
import { route } from '../../route.ts';
import type { AnswerBytes } from './answer-bytes.ts';
import { writeOffers } from './write-offers.ts';

export function registerOffers(app: FastifyInstance, book: FollowedBook, countComparison: () => void): void {
  route(app, 'POST /api/public/offers', (request, reply) => {
    const known = bookOf(book);
    const { comparison, base, currency } = readComparison(request.body, known);
    countComparison();
    const served = known.offers(currency.code, comparison.offerIsBase);
    return sendJson(reply, writeOffers(comparison, served, base, currency));
  });
}

/** What is asked, or a Refusal that says which part cannot be compared (contract 3). */
function readComparison(
  { offer, wish }: OffersRequest,
  book: RateBook,
): { comparison: Comparison; base: BookCurrency; currency: BookCurrency } {
  const given = knownCurrency(book, offer.currency);
  const wished = knownCurrency(book, wish.currency);
  const { base } = book;
  if (!base || (given === base && wished === base)) {
    throw new Refusal(
      400,
      'two_base_currencies',
      `Les deux devises ne peuvent pas être ${offer.currency} : changez-en une.`,
    );
  }
  if (given !== base && wished !== base) {
    throw new Refusal(400, 'no_base_currency', `L’une des deux devises doit être ${base.code}.`);
  }
  const amount = centsOf(offer.amount);
  if (offer.amount <= 0 || offer.amount > MAX_AMOUNT) {
    throw new Refusal(400, 'invalid_amount', 'Le montant doit être supérieur à 0 et d’au plus 10 000 000.');
  }
  if (amount === null) {
    throw new Refusal(400, 'invalid_amount', 'Le montant doit compter au plus 2 décimales.');
  }
  const offerIsBase = given === base;
  const currency = offerIsBase ? wished : given;
  return { comparison: startComparison(amount, offerIsBase, currency.rate), base, currency };
}

function knownCurrency(book: RateBook, code: string): BookCurrency {
  const currency = book.currency(code);
  if (!currency) throw new Refusal(400, 'unknown_currency', `La devise ${code} n’est pas connue.`);
  return currency;
}

/** Sends JSON that is bytes already: Fastify would look for a serializer and measure it again. */
function sendJson(reply: FastifyReply, answer: AnswerBytes): FastifyReply {
  const json = answer.take();
  reply.hijack();
  reply.raw.writeHead(reply.statusCode, {
    ...(reply.getHeaders() as OutgoingHttpHeaders),
    'content-type': 'application/json; charset=utf-8',
    'content-length': json.length,
  });
  reply.raw.end(json);
  if (isWithKernel(reply.raw)) answer.giveBack();
  return reply;
}

/** Whether all that was written has left: not when the reader is slow, or when another answer goes first. */
function isWithKernel({ socket, writableLength }: ServerResponse): boolean {
  return socket instanceof Socket && writableLength === 0 && socket.writableLength === 0;
}
