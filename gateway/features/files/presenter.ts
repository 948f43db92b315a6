import type { listAvatarFiles } from '@called-it/infra/postgres/queries/accounts/avatars'

type AvatarFile = Awaited<ReturnType<typeof listAvatarFiles>>[number]

export function nameAvatarFile(userId: number): string {
  return `avatar-${userId}.webp`
}

export function presentAvatarFile({ userId, ...file }: AvatarFile) {
  return { ...file, name: nameAvatarFile(userId), type: 'image' as const }
}
