import { readFile } from 'node:fs/promises';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { BOARD_PATH } from '#domain/boards/board.ts';
import { bookOf, type FollowedBook } from '../../book/follow.ts';
import type { Config } from '../../config.ts';
import { compress, sendCompressed } from '../../http/compressed.ts';
import { sendHousePage } from '../../http/house-page.ts';
import { HttpError } from '../../http/http-error.ts';
import { createPublicLimit, refuseOneTooMany } from '../../http/limits.ts';
import { fillPage } from '../../http/pages.ts';
import { route } from '../../http/route.ts';
import { drawScreenBoard } from './read-board.ts';
import type { ScreenBoard } from './screen-boards.queries.ts';
import { hashOfScreen } from './screen-secret.ts';
import { openScreens } from './screens.ts';

const BUNDLE = path.resolve(import.meta.dirname, '../../../dist/board');

/** Headers that let a screen load its own files alone and keep its secret out of referrers. */
const HEADERS = {
  'content-security-policy':
    "default-src 'none';script-src 'self';style-src 'self';font-src 'self';img-src 'self';connect-src 'self';base-uri 'none';form-action 'none';frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
};

const GONE = {
  picture: 'not-found',
  title: 'Ce tableau n’est pas à cette adresse',
  main: `<h1>Ce tableau n’est pas à cette adresse</h1>
      <p>L’adresse est mal recopiée, ou le bureau l’a retirée. Il en crée une autre dans son espace, à la page «&nbsp;Tableau&nbsp;» de ses taux.</p>`,
} as const;

const TOO_MANY = {
  picture: 'error',
  title: 'Trop de demandes',
  main: `<h1>Trop de demandes depuis votre adresse</h1>
      <p>Le tableau s’affiche de lui-même dans un instant.</p>`,
} as const;

type Parts = {
  book: FollowedBook;
  findPosted: (secretHash: Buffer) => Promise<ScreenBoard | null>;
  config: Config;
  now: () => Date;
  beatEvery: number | undefined;
};

export async function registerScreens(app: FastifyInstance, parts: Parts): Promise<void> {
  const { book, findPosted, config, now } = parts;
  const html = await readFile(path.join(BUNDLE, 'index.html'), 'utf8').catch(() => null);
  // tests and development run without a build
  const page = html === null ? null : compress(fillPage(html, config), 'text/html; charset=utf-8');
  // a limit apart from the travellers' at the same address
  const limit = createPublicLimit(config.rateLimit, now);
  const constraints = { application: 'public' };
  const onRequest = app.setPageHeaders;
  const postedOf = async (secret: string) => {
    const hash = hashOfScreen(secret);
    return hash && findPosted(hash);
  };

  app.get<{ Params: { secret: string } }>(
    `${BOARD_PATH}:secret`,
    { constraints, onRequest },
    async (request, reply) => {
      reply.headers(HEADERS);
      const seconds = limit(request.ip);
      if (seconds > 0) {
        // a screen has nobody to reload it
        reply.code(429).headers({ 'retry-after': seconds, refresh: seconds, 'cache-control': 'no-store' });
        return sendHousePage(reply, config, TOO_MANY);
      }
      const posted = await postedOf(request.params.secret);
      if (!posted || !page) {
        return sendHousePage(reply.code(404).header('cache-control', 'no-store'), config, GONE);
      }
      return sendCompressed(request, reply, page).header('cache-control', 'no-store');
    },
  );
  if (page) {
    await app.register(async (files) => {
      files.addHook('onRequest', app.setPageHeaders);
      await files.register(fastifyStatic, {
        root: path.join(BUNDLE, 'assets'),
        prefix: `${BOARD_PATH}assets/`,
        constraints,
        decorateReply: false,
        preCompressed: true,
        index: false,
        // file names hold a hash of the content
        immutable: true,
        maxAge: '365d',
      });
    });
  }

  const read = async (secret: string) => {
    const posted = await postedOf(secret);
    if (!posted) return null;
    const board = drawScreenBoard(posted, { book: bookOf(book), limits: config, at: now() });
    return { companyId: posted.companyId, board };
  };
  const screens = openScreens(app, { ...parts, read });

  route(app, 'GET /api/public/board', async (request, reply) => {
    refuseOneTooMany(limit, request, reply);
    const secret = secretOf(request);
    const found = await read(secret);
    if (!found) throw new HttpError(404, 'no_board', 'Ce tableau n’est pas à cette adresse.');
    reply.type('text/event-stream; charset=utf-8').header('x-accel-buffering', 'no');
    return screens.answer(request, reply, { secret, ...found });
  });
}

/** Taken from a header, because proxies log addresses. */
function secretOf({ headers }: Pick<FastifyRequest, 'headers'>): string {
  return /^Bearer ([\w-]{43})$/.exec(headers.authorization ?? '')?.[1] ?? '';
}
