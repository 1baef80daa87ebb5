import { type Access, adminOnly } from '../access/rule.ts'
import type { User } from '../access/user.ts'
import { notFound } from '../errors.ts'
import { findUser } from '../users/store.ts'

/** The user of the path and, behind the admin rule, the admin who asks. */
export const userByAdmin: Access<{ user: User; admin: User }> = {
  permission: 'admin',
  audience: 'user',
  find: (request) => {
    const admin = adminOnly.find(request)
    const user = findUser(request.app.entities, request.params.userId?.toLowerCase() ?? '')
    if (!user) throw notFound('User not found.')
    return { user, admin }
  },
}
