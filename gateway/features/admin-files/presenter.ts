import type { AvatarFile } from '@called-it/infra/postgres/queries/accounts/avatars'
import type { UploadedFile } from '@called-it/shared/contract/admin-files'
import { avatarAddress } from '../accounts/avatar-address.ts'

/** What the picture of a user is called, in the list and in the zip. */
export function nameAvatarFile(userId: number): string {
  return `avatar-${userId}.webp`
}

export function presentAvatarFile({ userId, contentHash, size, createdAt }: AvatarFile): UploadedFile {
  return {
    name: nameAvatarFile(userId),
    type: 'image',
    size,
    created: createdAt.toISOString(),
    path: avatarAddress(userId, contentHash),
  }
}
