import type { AvatarFile } from '@called-it/infra/postgres/queries/accounts/avatars'
import type { UploadedFile } from '@called-it/shared/contract/files'
import { avatarPath } from '../../resources/avatar-path.ts'

export function nameAvatarFile(userId: number): string {
  return `avatar-${userId}.webp`
}

export function presentAvatarFile({ userId, contentHash, size, createdAt }: AvatarFile): UploadedFile {
  return {
    name: nameAvatarFile(userId),
    type: 'image',
    size,
    created: createdAt.toISOString(),
    path: avatarPath(userId, contentHash),
  }
}
