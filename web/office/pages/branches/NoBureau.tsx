import { EmptyState } from '#web/shared/ui/EmptyState.tsx';

/** In place of branches: there is no bureau that could have them. */
export function NoBureau() {
  return (
    <EmptyState title="Aucun bureau">
      Votre compte n’est rattaché à aucun bureau, ou celui-ci n’existe pas : il n’y a pas d’agences à montrer.
      Demandez à votre administrateur de rattacher votre compte au vôtre.
    </EmptyState>
  );
}
