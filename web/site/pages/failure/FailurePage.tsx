import { type ComponentType, lazy, Suspense } from 'react';
import { useRevalidator, useRouteError } from 'react-router';
import { ApiFailure } from '#web/shared/api/api-failure.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { MessagePage } from '../../layout/MessagePage.tsx';

// the picture comes with the offers' code once the page is at rest; before, it may be out of reach
const ErrorPicture = lazy<ComponentType>(() =>
  import('../../layout/ErrorPicture.tsx').catch(() => ({ default: () => null })),
);

export function FailurePage() {
  const error = useRouteError();
  const { revalidate } = useRevalidator();
  const isCall = error instanceof ApiFailure;
  return (
    <MessagePage
      role="alert"
      picture={
        <Suspense>
          <ErrorPicture />
        </Suspense>
      }
      title="La page n’a pas pu être affichée"
    >
      <p>{isCall ? error.message : 'Une erreur inattendue est survenue.'}</p>
      <Button onClick={() => (isCall ? void revalidate() : location.reload())}>Réessayer</Button>
    </MessagePage>
  );
}
