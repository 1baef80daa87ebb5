// The version, from package.json; build.ts bundles it into the executable.

import packageJson from '../package.json' with { type: 'json' }

export const version: string = packageJson.version
