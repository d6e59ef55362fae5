import {
  type LoaderFunctionArgs,
  type Params,
  redirect,
  replace,
  type ShouldRevalidateFunction,
} from 'react-router';
import type { Me } from '#domain/iam/me.ts';
import { ApiFailure } from '#web/shared/api/api-failure.ts';
import { call } from '#web/shared/api/client.ts';
import { useClientState } from '#web/shared/feedback/client-state.ts';
import { showFailure } from '#web/shared/feedback/failure.ts';
import { addresses } from './addresses.ts';
import { keepForLogin } from './after-login.ts';
import { finishLogOut } from './log-out.ts';

type Load<T> = (user: Me, request: Request, params: Params) => Promise<T>;

// the next load is only that of the page that stays on the screen: what it shows is still there
let isStaying = false;

/**
 * spec 2: the current user is fetched before any page but login and password, then the page's data. 401 goes
 * to login; any other failure shows its modal and blocks: the page that was there stays.
 */
export function guarded<T>(load: Load<T>) {
  return async ({ request, params }: LoaderFunctionArgs): Promise<T> => {
    try {
      await finishLogOut();
      const user = await call('GET /api/me', { signal: request.signal });
      useClientState.setState({ user });
      const data = await load(user, request, params);
      isStaying = false;
      return data;
    } catch (error) {
      if (request.signal.aborted || !(error instanceof ApiFailure)) throw error;
      throw turnAway(error, request);
    }
  };
}

/** Without a page to stay on, the failure itself stands in its place. */
function turnAway(failure: ApiFailure, { url }: Request): Response | ApiFailure {
  const { activePage } = useClientState.getState();
  if (failure.status === 401) {
    useClientState.setState({ user: null });
    keepForLogin(new URL(url));
    return redirect('/login');
  }
  if (failure.code === 'second_factor_required') return redirect(addresses.factors);
  showFailure(failure);
  if (activePage === '') return failure;
  isStaying = true;
  return replace(activePage);
}

/** The `shouldRevalidate` of every route whose loader is guarded. */
export const revalidateUnlessStaying: ShouldRevalidateFunction = ({ defaultShouldRevalidate }) => {
  const isAsked = !isStaying && defaultShouldRevalidate;
  isStaying = false;
  return isAsked;
};
