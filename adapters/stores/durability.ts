// How safe a commit is. In a file of its own: the types of the package do not reach those of the database driver.

/** `normal` survives a crash of the process, `full` also one of the machine. */
export type Durability = 'normal' | 'full';
