import { Type } from 'typebox';
import { type Calls, Empty } from '../call.ts';
import { MAX_PICTURE_UPLOAD, PICTURE_TYPES } from '../pictures/picture.ts';
import { MailChange, MailConfirmation } from './mail-change.ts';
import { PHOTO_TYPE_MESSAGE, Photo } from './photo.ts';
import { OwnSecurityEvent, OwnSession, PasswordChange, Profile, ProfileEdit, SessionEnd } from './profile.ts';

export const profileCalls = {
  'GET /api/profile': {
    host: 'backoffice',
    needs: 'session',
    status: 200,
    summary: 'Data that the current user may change.',
    answer: Profile,
  },
  'POST /api/profile/edit': {
    host: 'backoffice',
    needs: 'session',
    status: 200,
    summary: 'Changes the current user’s name and phone, and nothing else.',
    body: ProfileEdit,
    answer: Profile,
  },
  'POST /api/profile/photo': {
    host: 'backoffice',
    needs: ['identity.photo'],
    status: 200,
    summary: 'Replaces the current user’s photo, cut to a square. The body is the picture.',
    upload: { types: PICTURE_TYPES, maxBytes: MAX_PICTURE_UPLOAD, typeMessage: PHOTO_TYPE_MESSAGE },
    answer: Photo,
  },
  'POST /api/profile/photo/remove': {
    host: 'backoffice',
    needs: 'session',
    status: 200,
    summary: 'Deletes the current user’s photo of this name. 409: it was replaced meanwhile.',
    body: Photo,
    answer: Empty,
  },
  'POST /api/profile/mail': {
    host: 'backoffice',
    needs: 'session',
    status: 200,
    summary: 'Sends a confirmation link to the current user’s new address, even if it is taken.',
    body: MailChange,
    answer: Empty,
  },
  'POST /api/profile/mail/confirm': {
    host: 'backoffice',
    needs: 'session',
    status: 200,
    summary: 'Changes the current user’s address by that link. 410: the link is invalid or expired.',
    body: MailConfirmation,
    answer: Empty,
  },
  'POST /api/profile/mail/cancel': {
    host: 'backoffice',
    needs: 'session',
    status: 200,
    summary: 'Cancels the current user’s change of address and its link.',
    body: MailChange,
    answer: Empty,
  },
  'POST /api/profile/password': {
    host: 'backoffice',
    needs: 'session',
    status: 200,
    summary:
      'Replaces the password by the present one; every other session ends. 400: the present one is wrong.',
    body: PasswordChange,
    answer: Empty,
  },
  'GET /api/profile/sessions': {
    host: 'backoffice',
    needs: 'session',
    status: 200,
    summary: 'The current user’s open sessions, last used first.',
    answer: Type.Array(OwnSession),
  },
  'POST /api/profile/sessions/end': {
    host: 'backoffice',
    needs: 'session',
    status: 200,
    summary: 'Ends one of the current user’s sessions, or all others. 404: it has no such session.',
    body: SessionEnd,
    answer: Type.Object({ ended: Type.Integer() }),
  },
  'GET /api/profile/security-events': {
    host: 'backoffice',
    needs: 'session',
    status: 200,
    summary: 'The last 50 security events of the current user’s account.',
    answer: Type.Array(OwnSecurityEvent),
  },
} as const satisfies Calls;
