import { addresses } from '../../addresses.ts';
import type { Row } from '../../reservations/format.ts';
import { ActionLink } from '../../ui/ActionLink.tsx';

export function SlipLink({ row: { id, slip }, children }: { row: Row; children: string }) {
  return slip ? (
    <ActionLink to={addresses.slip(id)} variant="secondary" size="small">
      {children}
    </ActionLink>
  ) : null;
}
