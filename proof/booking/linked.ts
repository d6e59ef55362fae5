/** What an agent reads as linked to a reservation, against the rows of its person. */
import type { BureauReservation } from '../../domain/reservations/reservation.ts';
import { Line } from '../http.ts';
import type { Bureau, Scene } from './scene.ts';

/** All of a round are within days of each other. */
export async function checkLinked(scene: Scene, { agents }: Bureau, branch: number): Promise<string[]> {
  const [agent] = agents;
  const line = new Line(scene.portOf(0), new Set());
  const path = `/api/reservations?branch=${branch}`;
  const headers = { cookie: agent?.session ?? '' };
  const before = await readOthers(scene, branch);
  const { status, text } = await line.ask({ host: agent?.host ?? '', method: 'GET', path, headers });
  line.close();
  // reservations end by their hour while the list is read
  const after = await readOthers(scene, branch);
  if (status !== 200) return [`the list of a branch was answered with ${status}`];
  const shown: BureauReservation[] = JSON.parse(text);
  return shown.flatMap(({ id, linked }) => {
    const told = linked.map(({ number }) => number).join();
    const known = [before, after].map((others) => others.get(id)?.join() ?? '');
    return known.includes(told)
      ? []
      : [`reservation ${id}: linked to ${told || 'none'} in place of ${known[1] || 'none'}`];
  });
}

async function readOthers(scene: Scene, branch: number): Promise<Map<string, string[]>> {
  const rows = await scene.ask<{ id: string; others: string[] | null }>(
    `SELECT one.reference AS id, (
       SELECT array_agg(concat(other.year, '-', other.number) ORDER BY other.id) FROM reservations other
       WHERE other.traveller_id = one.traveller_id AND other.company_id = one.company_id AND other.id <> one.id
         AND other.state IN ('requested', 'accepted', 'ready', 'collected')
     ) AS others FROM reservations one WHERE branch = $1`,
    [branch],
  );
  return new Map(rows.map((row) => [row.id, row.others ?? []]));
}
