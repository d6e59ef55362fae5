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
import { rememberForLogin } from './after-login.ts';
import { finishLogOut } from './log-out.ts';

type Load<T> = (user: Me, request: Request, params: Params) => Promise<T>;

// true: the next load is only that of the page that stays, whose data is still shown
let isStaying = false;

/**
 * spec 2: any page but login and password loads the user first. 401 leads to the login; another failure shows
 * its modal and leaves the former page.
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
      throw respondToFailure(error, request);
    }
  };
}

/** Returns the failure itself where there is no page to stay on. */
function respondToFailure(failure: ApiFailure, { url }: Request): Response | ApiFailure {
  const { activePage } = useClientState.getState();
  if (failure.status === 401) {
    useClientState.setState({ user: null });
    rememberForLogin(new URL(url));
    return redirect('/login');
  }
  if (failure.code === 'second_factor_required') return redirect(addresses.factors);
  showFailure(failure);
  if (activePage === '') return failure;
  isStaying = true;
  return replace(activePage);
}

export const revalidateUnlessStaying: ShouldRevalidateFunction = ({ defaultShouldRevalidate }) => {
  const isRequested = !isStaying && defaultShouldRevalidate;
  isStaying = false;
  return isRequested;
};
