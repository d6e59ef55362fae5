import type { Factors } from '#domain/factors/second-factor.ts';

type FactorSummary = Pick<Factors, 'passkeys' | 'totp' | 'recovery_codes' | 'is_required'>;

export function formatFactors({ passkeys, totp, recovery_codes, is_required }: FactorSummary): string {
  const factors = [
    ...(passkeys.length > 0 ? [counted(passkeys.length, 'clé d’accès', 'clés d’accès')] : []),
    ...(totp ? ['une application de codes'] : []),
  ];
  if (factors.length === 0) {
    return is_required
      ? 'Exigée pour votre compte, et encore à mettre en place. Seul votre mot de passe le protège.'
      : 'Seul votre mot de passe protège votre compte.';
  }
  const codes =
    recovery_codes === 0
      ? 'Il ne vous reste aucun code de secours.'
      : `Il vous reste ${recovery_codes} ${recovery_codes === 1 ? 'code' : 'codes'} de secours.`;
  return `Votre compte est protégé, en plus du mot de passe, par ${factors.join(' et ')}. ${codes}`;
}

function counted(count: number, one: string, many: string): string {
  return count === 1 ? `une ${one}` : `${count} ${many}`;
}
