throw new Error('this is no test');
