/** A branch closes where travellers are expected: the agent is asked first, and each of them is told once. */
import { dayAt } from '../../domain/branches/open-state.ts';
import { aBranchDraft, aClosure } from '../../domain/testing/branches.ts';
import { post } from './caller.ts';
import type { Bureau, Scene } from './scene.ts';

const ZONE = 'Europe/Paris';

export async function closeDays(scene: Scene, { agents }: Bureau, branch: number): Promise<string[]> {
  const [agent] = agents;
  const open = await scene.ask<{ id: number; pickup_at: Date }>(
    `SELECT id::int, pickup_at FROM reservations WHERE branch = $1 AND ended_at IS NULL AND pickup_at > now()`,
    [branch],
  );
  const days = open.map(({ pickup_at }) => dayAt(pickup_at.getTime(), ZONE)).toSorted();
  const [first] = days;
  if (!agent || first === undefined) return [];
  const closure = aClosure({ from_day: first, to_day: days.at(-1) ?? first });
  const save = async (more: object) => {
    const [row] = await scene.ask<{ name: string; city: string; updated_at: Date }>(
      'SELECT name, city, updated_at FROM branches WHERE id = $1',
      [branch],
    );
    const draft = aBranchDraft({ name: row?.name ?? '', city: row?.city ?? '', closures: [closure] });
    const body = { ...draft, id: branch, updated_at: row?.updated_at, ...more };
    return post(scene.portOf(0), agent, '/api/branches/save', body);
  };
  const asked = await save({});
  const saved = await save({ tells_travellers: true });
  const again = await save({});
  const told = await scene.ask<{ id: number; isOpen: boolean; mails: number }>(
    `SELECT r.id::int, r.ended_at IS NULL AND r.pickup_at > now() AS "isOpen", count(m.id)::int AS mails
     FROM reservations r
     LEFT JOIN mails m ON m.kind = 'reservation_closed' AND (m.params->>'reservation')::int = r.id
     WHERE branch = $1 GROUP BY r.id`,
    [branch],
  );
  const expected = new Set(open.map(({ id }) => id));
  return [
    ...(asked.body.code === 'travellers_expected' ? [] : [`a closure was not asked about: ${asked.status}`]),
    ...[saved, again]
      .filter(({ status }) => status !== 200)
      .map(({ status, body }) => `a closure that was seen: ${status} ${body.message}`),
    ...told
      .filter(({ id, isOpen, mails }) =>
        // reservations whose hour came meanwhile may have none
        expected.has(id) ? mails > 1 || (isOpen && mails === 0) : mails > 0,
      )
      .map(({ id, mails }) => `reservation ${id}: ${mails} letters of a closure`),
  ];
}
