import { Type } from 'typebox';
import type { Calls } from '../call.ts';
import { BoardDraft, EditableBoard, ScreenAnswer, ScreenRequest } from './board.ts';

export const boardsCalls = {
  'GET /api/public/board': {
    host: 'public',
    needs: 'nothing',
    status: 200,
    summary:
      'Board of a company by the secret of its screen (Authorization: Bearer); 404 without. A stream of server-sent events: `board` with the whole board, `time` while nothing changes, and `gone` once the secret is revoked.',
    answer: Type.String(),
  },
  'GET /api/fixings/board': {
    host: 'backoffice',
    needs: ['fixings.list.me'],
    status: 200,
    summary: 'Board of the own company with the currencies that it can post and those that it hides.',
    answer: EditableBoard,
  },
  'POST /api/fixings/board': {
    host: 'backoffice',
    needs: ['fixings.list.me'],
    status: 200,
    summary: 'Changes the address and the hidden currencies of the own company’s board.',
    body: BoardDraft,
    answer: EditableBoard,
  },
  'POST /api/fixings/board/screen': {
    host: 'backoffice',
    needs: ['fixings.list.me'],
    status: 200,
    summary:
      'Creates the secret address of the board’s screen, shown once, or revokes it. A former address stops working.',
    body: ScreenRequest,
    answer: ScreenAnswer,
  },
} as const satisfies Calls;
