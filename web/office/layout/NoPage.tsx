import { useRevalidator, useRouteError } from 'react-router';
import { ApiFailure } from '#web/shared/api/api-failure.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { EmptyState } from '#web/shared/ui/EmptyState.tsx';

export function NoAccess() {
  return (
    <EmptyState title="Vous n’avez pas accès à cette rubrique">
      Demandez à votre administrateur les droits qui l’ouvrent.
    </EmptyState>
  );
}

export function Failure() {
  const isCall = useRouteError() instanceof ApiFailure;
  const { revalidate } = useRevalidator();
  return (
    <EmptyState
      title="La page n’a pas pu être affichée"
      action={<Button onClick={() => (isCall ? void revalidate() : location.reload())}>Réessayer</Button>}
    >
      {isCall
        ? 'Ses données ne sont pas arrivées. Réessayez dans un instant.'
        : 'Une erreur inattendue est survenue.'}
    </EmptyState>
  );
}
