// META: title=A file with an error in it
// META: global=window

'use strict';

test(() => {}, 'before the error');
throw new Error('the file is wrong');
