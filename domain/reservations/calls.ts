import { Type } from 'typebox';
import type { Calls } from '../call.ts';
import { Booking, BookingCounts, BookingQuery } from './booking.ts';
import { RedemptionPaper, RedemptionRequest, RedemptionsQuery } from './redemption.ts';
import { Register, RegisterQuery } from './register.ts';
import {
  BureauReservation,
  HandOver,
  OtherBranches,
  OwnReservationMove,
  PickupDays,
  Reservation,
  ReservationCollection,
  ReservationInPath,
  ReservationMove,
  ReservationNamed,
  ReservationRefusal,
  ReservationRequest,
  ReservationsQuery,
  ReservationUndo,
  TypedCode,
} from './reservation.ts';
import { Waiting } from './waiting.ts';

export const reservationsCalls = {
  'GET /api/public/bookings': {
    host: 'public',
    needs: 'nothing',
    status: 200,
    summary: 'On what terms the bureau that has this site takes reservations; null: it takes none.',
    query: BookingQuery,
    answer: Booking,
  },
  'GET /api/traveller/bookings': {
    host: 'public',
    needs: 'traveller',
    status: 200,
    summary:
      'The same for the traveller who is signed in: what is left to one person counts what it holds already.',
    query: BookingQuery,
    answer: Booking,
  },
  'GET /api/public/bookings/bureaux': {
    host: 'public',
    needs: 'nothing',
    status: 200,
    summary: 'How many bureaux take reservations, and how many of them in each way.',
    answer: BookingCounts,
  },
  'GET /api/traveller/reservations': {
    host: 'public',
    needs: 'traveller',
    status: 200,
    summary: 'The traveller’s reservations, newest first.',
    answer: Type.Array(Reservation),
  },
  'GET /api/traveller/reservations/{id}': {
    host: 'public',
    needs: 'traveller',
    status: 200,
    summary: 'One of them, by its reference or the number of an older link, 404.',
    params: ReservationInPath,
    answer: Reservation,
  },
  'GET /api/traveller/reservations/{id}/branches': {
    host: 'public',
    needs: 'traveller',
    status: 200,
    summary:
      'Other branches of its bureau that can take one whose branch is closed at its hour, nearest first, each with the hour.',
    params: ReservationNamed,
    answer: OtherBranches,
  },
  'GET /api/traveller/reservations/{id}/hours': {
    host: 'public',
    needs: 'traveller',
    status: 200,
    summary:
      'Hours to which one can move: while its branch is open, the notes can be there and its rate holds. None: it is over.',
    params: ReservationNamed,
    answer: PickupDays,
  },
  'POST /api/traveller/reservations': {
    host: 'public',
    needs: 'traveller',
    keepsAnswer: true,
    status: 201,
    summary:
      'Asks a bureau for an amount at the rate that was seen, which is frozen (header Idempotency-Key). 409: the present rate as `current`, or why not.',
    body: ReservationRequest,
    answer: Reservation,
  },
  'POST /api/traveller/reservations/cancel': {
    host: 'public',
    needs: 'traveller',
    status: 200,
    summary: 'Gives one back. 409: it is over.',
    body: ReservationNamed,
    answer: Reservation,
  },
  'POST /api/traveller/reservations/move': {
    host: 'public',
    needs: 'traveller',
    status: 200,
    summary:
      'Another hour for one, within what its rate is frozen for, or another branch of its bureau where its own is closed then. 409: the notes are gone.',
    body: OwnReservationMove,
    answer: Reservation,
  },
  'GET /api/reservations': {
    host: 'backoffice',
    needs: ['orders.list.me', 'orders.list.all', 'reservations.list.me', 'reservations.list.all'],
    status: 200,
    summary: 'Reservations of the own bureau, or of all: newest first, or by hour where a day is given.',
    query: ReservationsQuery,
    answer: Type.Array(BureauReservation),
    isPaged: true,
  },
  'GET /api/reservations/waiting': {
    host: 'backoffice',
    needs: ['orders.list.me', 'orders.list.all', 'reservations.list.me', 'reservations.list.all'],
    isUnattended: true,
    status: 200,
    summary: 'What waits for the own bureau, or for all of them, and whether it takes reservations at all.',
    answer: Waiting,
  },
  'GET /api/reservations/events': {
    host: 'backoffice',
    needs: ['orders.list.me', 'orders.list.all', 'reservations.list.me', 'reservations.list.all'],
    isUnattended: true,
    status: 200,
    summary:
      'A stream that says when reservations of the own bureau, or of any, have changed (server-sent events `orders`: `{version}`).',
    answer: Type.String(),
  },
  'GET /api/reservations/{id}/hours': {
    host: 'backoffice',
    needs: ['orders.edit.me', 'orders.edit.all', 'reservations.edit.me', 'reservations.edit.all'],
    status: 200,
    summary:
      'Hours that the bureau may give one: while its branch is open, the notes can be there and its rate holds. None: it is over.',
    params: ReservationNamed,
    answer: PickupDays,
  },
  'POST /api/reservations/accept': {
    host: 'backoffice',
    needs: ['orders.edit.me', 'orders.edit.all', 'reservations.edit.me', 'reservations.edit.all'],
    status: 200,
    summary: 'Promises what was asked for.',
    body: ReservationNamed,
    answer: BureauReservation,
  },
  'POST /api/reservations/decline': {
    host: 'backoffice',
    needs: ['orders.edit.me', 'orders.edit.all', 'reservations.edit.me', 'reservations.edit.all'],
    status: 200,
    summary: 'Declines what was asked for, and says why.',
    body: ReservationRefusal,
    answer: BureauReservation,
  },
  'POST /api/reservations/ready': {
    host: 'backoffice',
    needs: ['orders.edit.me', 'orders.edit.all', 'reservations.edit.me', 'reservations.edit.all'],
    status: 200,
    summary: 'Says that the notes are there.',
    body: ReservationNamed,
    answer: BureauReservation,
  },
  'POST /api/reservations/find': {
    host: 'backoffice',
    needs: ['orders.edit.me', 'orders.edit.all', 'reservations.edit.me', 'reservations.edit.all'],
    status: 200,
    summary:
      'What is to be collected and handed over now, by the code that the traveller shows: nothing is handed over yet. 404 and 429 as the hand-over; 409: it is not ready.',
    body: TypedCode,
    answer: HandOver,
  },
  'POST /api/reservations/undo': {
    host: 'backoffice',
    needs: ['orders.edit.me', 'orders.edit.all', 'reservations.edit.me', 'reservations.edit.all'],
    status: 200,
    summary:
      'Undoes a hand-over of the last 10 minutes, and says why: it is ready again, and its bordereau is struck. 409 `undone_too_late`: it is older.',
    body: ReservationUndo,
    answer: BureauReservation,
  },
  'POST /api/reservations/collect': {
    host: 'backoffice',
    needs: ['orders.edit.me', 'orders.edit.all', 'reservations.edit.me', 'reservations.edit.all'],
    status: 200,
    summary:
      'Hands the notes over, by the code that the traveller shows. 404: the bureau has none; 409 `better_rate`: the rate of the day, which the bureau has promised where it is better, was not seen, and is shown; 409 `another_day`: it was agreed for another day, and `another_day` is not sent; 429 after 20 wrong codes in 10 minutes.',
    body: ReservationCollection,
    answer: BureauReservation,
  },
  'POST /api/reservations/no-show': {
    host: 'backoffice',
    needs: ['orders.edit.me', 'orders.edit.all', 'reservations.edit.me', 'reservations.edit.all'],
    status: 200,
    summary: 'Says that nobody came.',
    body: ReservationNamed,
    answer: BureauReservation,
  },
  'POST /api/reservations/cancel': {
    host: 'backoffice',
    needs: ['orders.edit.me', 'orders.edit.all', 'reservations.edit.me', 'reservations.edit.all'],
    status: 200,
    summary: 'Takes back what was promised, and says why.',
    body: ReservationRefusal,
    answer: BureauReservation,
  },
  'POST /api/reservations/move': {
    host: 'backoffice',
    needs: ['orders.edit.me', 'orders.edit.all', 'reservations.edit.me', 'reservations.edit.all'],
    status: 200,
    summary: 'Another hour for one.',
    body: ReservationMove,
    answer: BureauReservation,
  },
  'POST /api/reservations/redeem': {
    host: 'backoffice',
    needs: ['orders.edit.me', 'orders.edit.all', 'reservations.edit.me', 'reservations.edit.all'],
    status: 200,
    summary:
      'Takes notes back by the buy-back promised with one, under the bureau’s next number. 409: not as promised, or it has changed since `updated_at`.',
    body: RedemptionRequest,
    answer: BureauReservation,
  },
  'GET /api/reservations/redemptions': {
    host: 'backoffice',
    needs: ['orders.list.me', 'orders.list.all', 'reservations.list.me', 'reservations.list.all'],
    status: 200,
    summary: 'Register of the notes that the own bureau, or any, has taken back, newest first, 100 a page.',
    query: RedemptionsQuery,
    answer: Type.Array(RedemptionPaper),
    isPaged: true,
  },
  'GET /api/reservations/register': {
    host: 'backoffice',
    needs: ['orders.list.me', 'orders.list.all', 'reservations.list.me', 'reservations.list.all'],
    status: 200,
    summary:
      'Papers of a day of the own bureau, or of all: bordereaux, those struck, and buy-backs, oldest first, at most 2,000.',
    query: RegisterQuery,
    answer: Register,
  },
} as const satisfies Calls;
