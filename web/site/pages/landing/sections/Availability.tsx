import { Badge } from '#web/shared/ui/Badge.tsx';

/** Whether a thing works today or comes with the beta. */
export function Availability({ isToday }: { isToday: boolean }) {
  return (
    <p>{isToday ? <Badge tone="success">Disponible</Badge> : <Badge tone="later">Avec la bêta</Badge>}</p>
  );
}
