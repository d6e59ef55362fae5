import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { requiresFactor } from '#domain/factors/second-factor.ts';
import { call } from '#web/shared/api/client.ts';
import { useClientState } from '#web/shared/feedback/client-state.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Notice } from '#web/shared/ui/Notice.tsx';
import { addresses } from '../addresses.ts';
import { ActionLink } from '../ui/ActionLink.tsx';

const PUT_OFF = 'second-factor-put-off';

/** Demonstration only: a missing second factor may be put off. */
export function FactorReminder() {
  const user = useClientState((state) => state.user);
  const { pathname } = useLocation();
  const isSetting = pathname === addresses.factors;
  const userId = user && requiresFactor(user.allowed_scope) ? user.id : null;
  const [owes, setOwes] = useState(false);

  useEffect(() => {
    setOwes(false);
    // on the page of factors the answer can change: asked again after leaving it
    if (isSetting || userId === null || sessionStorage.getItem(PUT_OFF) === String(userId)) return;
    call('GET /api/iam/factors').then(
      ({ may_wait, passkeys, totp }) => setOwes(may_wait && passkeys.length === 0 && totp === null),
      // a failure is shown by the page itself
      () => undefined,
    );
  }, [userId, isSetting]);

  if (!owes || isSetting) return null;
  return (
    <Notice
      action={
        <>
          <ActionLink to={addresses.factors} variant="secondary" size="small">
            La mettre en place
          </ActionLink>
          <Button
            variant="secondary"
            size="small"
            onClick={() => {
              sessionStorage.setItem(PUT_OFF, String(userId));
              setOwes(false);
            }}
          >
            Plus tard
          </Button>
        </>
      }
    >
      Protégez ce compte par une double authentification. Dans cette démonstration, elle peut attendre.
    </Notice>
  );
}
