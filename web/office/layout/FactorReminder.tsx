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

/** In a demonstration, who would have to have a second factor is told so, and may put it off. */
export function FactorReminder() {
  const user = useClientState((state) => state.user);
  const { pathname } = useLocation();
  const isSetting = pathname === addresses.factors;
  const userId = user && requiresFactor(user.allowed_scope) ? user.id : null;
  const [owes, setOwes] = useState(false);

  useEffect(() => {
    setOwes(false);
    // there it can change, and says all of it itself: asked once one has left
    if (isSetting || userId === null || sessionStorage.getItem(PUT_OFF) === String(userId)) return;
    call('GET /api/iam/factors').then(
      ({ may_wait, passkeys, totp }) => setOwes(may_wait && passkeys.length === 0 && totp === null),
      // whatever is wrong, the page itself says it
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
      Les droits de ce compte demandent une double authentification. Dans cette démonstration, elle peut
      attendre.
    </Notice>
  );
}
