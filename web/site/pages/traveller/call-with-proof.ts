import type { Answer, Body } from '#domain/api.ts';
import type { WorkChallenge } from '#domain/travellers/traveller.ts';
import { ApiFailure } from '#web/shared/api/api-failure.ts';
import { call } from '#web/shared/api/client.ts';
import type { WorkSolution } from './work.worker.ts';

type ProvenCall = 'POST /api/traveller/code' | 'POST /api/traveller/session';

export async function callWithProof<N extends ProvenCall>(
  name: N,
  body: Body<N>,
  onWork: (isWorking: boolean) => void,
): Promise<Answer<N>> {
  const send = call as (name: N, options: { body: Body<N> }) => Promise<Answer<N>>;
  try {
    return await send(name, { body });
  } catch (error) {
    if (!(error instanceof ApiFailure) || error.code !== 'proof_due') throw error;
    // of the table of calls
    const { challenge } = error.body as { challenge: WorkChallenge };
    onWork(true);
    try {
      // a browser that cannot solve it shows the answer, which says what else to do
      const solution = await solveInWorker(challenge).catch(() => Promise.reject(error));
      return await send(name, {
        body: { ...(body as object), proof: JSON.stringify({ challenge, solution }) } as Body<N>,
      });
    } finally {
      onWork(false);
    }
  }
}

async function solveInWorker(challenge: WorkChallenge): Promise<WorkSolution> {
  const worker = new Worker(new URL('./work.worker.ts', import.meta.url), { type: 'module' });
  try {
    return await new Promise((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<WorkSolution>) => resolve(data);
      worker.onerror = () => reject(new Error('The proof of work could not be made.'));
      worker.postMessage(challenge);
    });
  } finally {
    worker.terminate();
  }
}
