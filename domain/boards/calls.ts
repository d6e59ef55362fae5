import { Type } from 'typebox';
import type { Calls } from '../call.ts';
import { BoardDraft, EditableBoard, ScreenAnswer, ScreenRequest } from './board.ts';

export const boardsCalls = {
  'GET /api/public/board': {
    host: 'public',
    needs: 'nothing',
    status: 200,
    summary:
      'What a bureau posts at its counter, by the secret of its screen (Authorization: Bearer); 404 without. A stream of server-sent events `board`, each the whole of it, `time` while nothing changes, then `gone` when the secret is taken back.',
    answer: Type.String(),
  },
  'GET /api/fixings/board': {
    host: 'backoffice',
    needs: ['fixings.list.me'],
    status: 200,
    summary: 'What the own bureau can post on its board, and what it leaves out.',
    answer: EditableBoard,
  },
  'POST /api/fixings/board': {
    host: 'backoffice',
    needs: ['fixings.list.me'],
    status: 200,
    summary: 'Sets up the own bureau’s board: its address, and the currencies that are not posted.',
    body: BoardDraft,
    answer: EditableBoard,
  },
  'POST /api/fixings/board/screen': {
    host: 'backoffice',
    needs: ['fixings.list.me'],
    status: 200,
    summary:
      'Makes the secret address of the board’s screen, told once, or takes it back. The one before stops working.',
    body: ScreenRequest,
    answer: ScreenAnswer,
  },
} as const satisfies Calls;
