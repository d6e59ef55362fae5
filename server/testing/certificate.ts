import { generateKeyPairSync, sign } from 'node:crypto';

export interface Certificate {
  key: string;
  cert: string;
}

const ECDSA_WITH_SHA256 = '2a8648ce3d040302';
const COMMON_NAME = '550403';
const SUBJECT_ALT_NAME = '551d11';

/** Self-signed certificate for a name and a time (RFC 5280), since Node generates keys only. */
export function makeCertificate(name: string, from: Date, until: Date): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = der(0x30, der(0x06, hex(ECDSA_WITH_SHA256)));
  const attribute = der(0x30, der(0x06, hex(COMMON_NAME)), der(0x0c, Buffer.from(name)));
  const subject = der(0x30, der(0x31, attribute));
  const names = der(0x30, der(0x82, Buffer.from(name)));
  const extension = der(0x30, der(0x06, hex(SUBJECT_ALT_NAME)), der(0x04, names));
  const body = der(
    0x30,
    der(0xa0, der(0x02, hex('02'))),
    der(0x02, hex('01')),
    algorithm,
    subject,
    der(0x30, time(from), time(until)),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, der(0x30, extension)),
  );
  const signature = der(0x03, hex('00'), sign('sha256', body, privateKey));
  const base64 = der(0x30, body, algorithm, signature).toString('base64');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${base64.replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
  };
}

function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

function time(at: Date): Buffer {
  return der(0x17, Buffer.from(`${at.toISOString().slice(2, 19).replace(/[-T:]/g, '')}Z`));
}

function hex(text: string): Buffer {
  return Buffer.from(text, 'hex');
}
