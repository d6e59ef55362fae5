import { useRevalidator, useRouteError } from 'react-router';
import { ApiFailure } from '#web/shared/api/api-failure.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import errorPicture from '../../../../content/pages/error.svg';
import { MessagePage } from '../../layout/MessagePage.tsx';

export function FailurePage() {
  const error = useRouteError();
  const { revalidate } = useRevalidator();
  const isCall = error instanceof ApiFailure;
  return (
    <MessagePage
      role="alert"
      picture={<img src={errorPicture} alt="" width="320" height="200" />}
      title="La page n’a pas pu être affichée"
    >
      <p>{isCall ? error.message : 'Une erreur inattendue est survenue.'}</p>
      <Button onClick={() => (isCall ? void revalidate() : location.reload())}>Réessayer</Button>
    </MessagePage>
  );
}
