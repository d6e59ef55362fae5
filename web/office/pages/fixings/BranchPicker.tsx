import { useNavigate } from 'react-router';
import { Select } from '#web/shared/ui/TextInput.tsx';
import { addresses } from '../../addresses.ts';
import { usePublication } from './publish.ts';

export const BRANCH_PARAMETER = 'agence';

export type Branch = { id: number; name: string };

type Props = { branch: number | null; branches: readonly Branch[]; className: string | undefined };

export function BranchPicker({ branch, branches, className }: Props) {
  const { choose, isBusy } = useChooseBranch();
  if (branches.length === 0) return null;
  return (
    <Select
      size="small"
      aria-label="Taux de"
      className={className}
      value={branch ?? ''}
      disabled={isBusy}
      onChange={({ currentTarget: { value } }) => choose(value === '' ? null : Number(value))}
    >
      <option value="">Le bureau</option>
      {branches.map(({ id, name }) => (
        <option key={id} value={id}>
          Agence {name}
        </option>
      ))}
    </Select>
  );
}

// A publication under way belongs to the branch on the screen.
export function useChooseBranch() {
  const navigate = useNavigate();
  const isBusy = usePublication(({ count }) => count > 0);
  const choose = (branch: number | null) =>
    void navigate(branch === null ? addresses.fixings : `${addresses.fixings}?${BRANCH_PARAMETER}=${branch}`);
  return { choose, isBusy };
}
